import { Link } from 'wouter';
import { useTexts } from '../i18n/useTexts.ts';
import { Causeway } from '../ui/Causeway.tsx';
import { Icon } from '../ui/Icon.tsx';
import { useArrivalFocus, usePageTitle } from '../ui/PageHeading.tsx';
import styles from './afterPaint.module.css';

/** The page of an unknown address: a road that ends in the water. */
export function NotFound() {
  const { t } = useTexts('form');
  const heading = useArrivalFocus();
  usePageTitle(t('notFoundTitle'));
  return (
    <section className={styles.notFound}>
      <div className={styles.picture}>
        <Causeway state={{ built: 3, isMoving: false, isBroken: true }} />
      </div>
      <h1 ref={heading} tabIndex={-1}>
        {t('notFoundTitle')}
      </h1>
      <Link href="/">
        {t('notFoundLink')} <Icon name="arrow" size={16} />
      </Link>
    </section>
  );
}
