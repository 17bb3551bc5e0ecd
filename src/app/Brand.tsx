import { Link } from 'wouter';
import styles from './Brand.module.css';
import { Mark } from './Mark.tsx';
import { useAppServices } from './services.ts';

/** The logo of the installation, or the app's mark, with the name. */
export function Brand() {
  const { name, logo } = useAppServices().config.brand;
  return (
    <Link href="/" className={styles.brand ?? ''}>
      {logo ? (
        <>
          <img className={`${styles.logo} ${styles.onLight}`} src={logo.light} alt="" loading="lazy" />
          <img className={`${styles.logo} ${styles.onDark}`} src={logo.dark ?? logo.light} alt="" loading="lazy" />
        </>
      ) : (
        <Mark />
      )}
      <span className={logo?.hasName ? 'visuallyHidden' : styles.name}>{name}</span>
    </Link>
  );
}
