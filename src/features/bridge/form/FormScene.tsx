import { Causeway } from '../../../ui/causeway/Causeway.tsx';
import styles from './FormScene.module.css';

type Props = { readonly isQuoted: boolean; readonly isReviewed: boolean; readonly isMoving: boolean };

/** The road stands behind the form, at the foot of the window. A quote builds its first span, and the review its second. */
export function FormScene({ isQuoted, isReviewed, isMoving }: Props) {
  const built = isReviewed ? 2 : isQuoted ? 1 : 0;
  return (
    <div className={styles.scene}>
      <Causeway state={{ built, isMoving, isBroken: false }} />
    </div>
  );
}
