import type { CausewayState } from './Causeway.tsx';
import { SPANS } from './Causeway.tsx';
import styles from './RoadLine.module.css';

const SPAN = 8;

/** One span from x: the deck over an arch. */
const arch = (x: number) => `M${x} 2h${SPAN}v9h-1V8a3 3 0 0 0-6 0v3h-1z`;

/** The road of a transfer in a line of text, between the names of the two chains. The text beside it says the same. */
export function RoadLine({ state: { built, isMoving, isBroken } }: { readonly state: CausewayState }) {
  const end = SPAN * SPANS.length;
  return (
    <svg
      className={`${styles.road} ${isBroken ? styles.broken : ''} ${isMoving ? styles.moving : ''}`}
      width={end}
      height="12"
      viewBox={`0 0 ${end} 12`}
      aria-hidden="true"
    >
      {built < SPANS.length ? <path className={styles.planned} d={`M${built * SPAN + 1} 3H${end}`} /> : null}
      {SPANS.filter((span) => span <= built).map((span) => (
        <path key={span} className={styles.built} d={arch((span - 1) * SPAN)} />
      ))}
      {isMoving ? <path className={styles.next} d={arch(built * SPAN)} /> : null}
    </svg>
  );
}
