import type { Route } from '../config/registry.ts';
import { Causeway } from '../ui/Causeway.tsx';
import { useIsWide } from '../ui/useMedia.ts';
import styles from './restOfForm.module.css';

type Props = {
  readonly route: Route;
  readonly isQuoted: boolean;
  readonly isReviewed: boolean;
  readonly isMoving: boolean;
};

/** The road of the form: a quote builds its first span, and the review its second. */
export function FormScene({ route, isQuoted, isReviewed, isMoving }: Props) {
  const built = isReviewed ? 2 : isQuoted ? 1 : 0;
  const isWide = useIsWide();
  const names = isWide ? { origin: route.origin.name, destination: route.destination.name } : {};
  return (
    <div className={styles.scene}>
      <Causeway state={{ built, isMoving, isBroken: false }} {...names} />
    </div>
  );
}
