import type { ReactNode } from 'react';
import styles from './Causeway.module.css';
import type { CausewayState } from './causewayState.ts';
import { SPANS } from './causewayState.ts';

type Props = {
  readonly state: CausewayState;
  /** What stands on the shores. */
  readonly origin?: ReactNode;
  readonly destination?: ReactNode;
  /** What the last span says when it closes the road. */
  readonly closing?: ReactNode;
};

/**
 * Draws a transfer as a road over the water, built span by span from the origin chain's shore to the destination's. It is a
 * picture: screen readers get the same from the text beside it.
 */
export function Causeway({ state, origin, destination, closing }: Props) {
  const { built, isMoving, isBroken } = state;
  const isWhole = built === SPANS.length;
  const tone = isBroken ? styles.broken : isWhole ? styles.whole : '';
  return (
    <div className={`${styles.causeway} ${tone}`} aria-hidden="true">
      <div className={styles.row}>
        <Land side="near" />
        <div className={styles.spans}>
          {SPANS.map((span) => (
            <Span key={span} kind={span <= built ? 'built' : span === built + 1 && isMoving ? 'next' : 'planned'} />
          ))}
          {isMoving ? (
            <span className={styles.way} style={{ width: `${(built / SPANS.length) * 100}%` }}>
              <i className={styles.traveller} />
            </span>
          ) : null}
        </div>
        <Land side="far" />
      </div>
      <div className={styles.water} />
      {closing && isWhole ? <span className={styles.closing}>{closing}</span> : null}
      {origin ? <span className={styles.near}>{origin}</span> : null}
      {destination ? <span className={styles.far}>{destination}</span> : null}
    </div>
  );
}

function Span({ kind }: { readonly kind: 'built' | 'next' | 'planned' }) {
  return (
    <span className={`${styles.span} ${styles[kind]}`}>
      <svg viewBox="0 0 100 60" preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.piles} d="M0 42h4v18h-4zM96 42h4v18h-4z" />
        <path className={styles.stone} d="M0 10H100V60H96V45C96 28 76 20 50 20S4 28 4 45V60H0Z" />
      </svg>
      <i className={styles.deck} />
      <i className={styles.lamp} />
    </span>
  );
}

function Land({ side }: { readonly side: 'near' | 'far' }) {
  return (
    <svg
      className={`${styles.land} ${styles[`${side}Land`]}`}
      viewBox="0 0 100 60"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d="M0 0C34-1 62 5 84 10H100V60H0Z" />
    </svg>
  );
}
