import styles from './Crossing.module.css';
import { Disc } from './Disc.tsx';

const PIERS = [1, 2, 3, 4, 5] as const;

/** `reached` counts the piers that the transfer has passed, 0 to 5. */
export type CrossingState = { readonly reached: number; readonly moving: boolean; readonly failed: boolean };

type Props = { readonly origin: string; readonly destination: string; readonly state: CrossingState };

/** Draws the progress of a transfer as a causeway between two chains. Screen readers get the same from the text beside it. */
export function Crossing({ origin, destination, state }: Props) {
  return (
    <div className={styles.crossing} aria-hidden="true">
      <span className={styles.shore}>
        <Disc name={origin} shape="chain" />
        {origin}
      </span>
      <span className={`${styles.road} ${state.moving ? styles.moving : ''} ${state.failed ? styles.failed : ''}`}>
        {PIERS.map((pier) => (
          <i key={pier} className={pier <= state.reached ? styles.built : undefined} />
        ))}
      </span>
      <span className={styles.shore}>
        <Disc name={destination} shape="chain" />
        {destination}
      </span>
    </div>
  );
}
