import styles from './Causeway.module.css';
import { Disc } from './Disc.tsx';

/** The spans of the road: route and amount, review, deposit sent, deposit confirmed, payout reported, delivered. */
const SPANS = [1, 2, 3, 4, 5, 6] as const;

/** How far the road over the water is built. */
export type CausewayState = {
  /** The spans that stand, 0 to 6. */
  readonly built: number;
  /** Whether the next span is being built. */
  readonly isMoving: boolean;
  /** Whether the road ends here. */
  readonly isBroken: boolean;
  /** How much of the next span is laid, 0 to 1. If absent, the animation of laying it repeats. */
  readonly laid?: number;
};

type Props = {
  readonly state: CausewayState;
  /** The chain names shown on the shores. */
  readonly origin?: string;
  readonly destination?: string;
  /** A few words on the flag at the far end of the road, such as the time that it took. */
  readonly label?: string | null;
};

/**
 * Draws a transfer as a road over the water, built span by span from the origin chain's shore to the destination's. Screen
 * readers skip it, because the text beside it says the same.
 */
export function Causeway({ state, origin, destination, label }: Props) {
  const { built, isMoving, isBroken, laid } = state;
  return (
    <div className={`${styles.causeway} ${isBroken ? styles.broken : ''}`} aria-hidden="true">
      <div className={styles.row}>
        <Land side="near" />
        <div className={styles.spans}>
          {SPANS.map((span) => (
            <Span
              key={span}
              kind={span <= built ? 'built' : span === built + 1 && isMoving ? 'next' : 'planned'}
              {...(span === built + 1 && laid !== undefined ? { laid } : {})}
            />
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
      {origin ? <Chain side="near" name={origin} /> : null}
      {destination ? <Chain side="far" name={destination} /> : null}
      {label ? <Flag text={label} /> : null}
    </div>
  );
}

type SpanProps = { readonly kind: 'built' | 'next' | 'planned'; readonly laid?: number };

function Span({ kind, laid }: SpanProps) {
  return (
    <span className={`${styles.span} ${styles[kind]} ${kind === 'next' && laid === undefined ? styles.laying : ''}`}>
      <svg viewBox="0 0 100 60" preserveAspectRatio="none" aria-hidden="true">
        <path className={styles.piles} d="M0 42h4v18h-4zM96 42h4v18h-4z" />
        <path className={styles.stone} d="M0 10H100V60H96V45C96 28 76 20 50 20S4 28 4 45V60H0Z" />
      </svg>
      <i
        className={laid === undefined ? styles.deck : `${styles.deck} ${styles.laid}`}
        style={laid === undefined ? undefined : { clipPath: `inset(0 ${Math.round((1 - laid) * 100)}% 0 0)` }}
      />
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

function Chain({ side, name }: { readonly side: 'near' | 'far'; readonly name: string }) {
  return (
    <span className={styles[side]}>
      <Disc name={name} shape="chain" />
      {name}
    </span>
  );
}

/** A few words on a flag at the far end of the road. */
function Flag({ text }: { readonly text: string }) {
  return (
    <span className={styles.flag}>
      <span className={styles.flagText}>{text}</span>
    </span>
  );
}

const SPAN = 8;

/** One span from x: the deck over an arch. */
const arch = (x: number) => `M${x} 2h${SPAN}v9h-1V8a3 3 0 0 0-6 0v3h-1z`;

/** The same road at text height, between the two chains' names. Screen readers skip it too. */
export function RoadLine({ state: { built, isMoving, isBroken } }: { readonly state: CausewayState }) {
  const end = SPAN * SPANS.length;
  return (
    <svg
      className={`${styles.road} ${isBroken ? styles.roadBroken : ''}`}
      width={end}
      height="12"
      viewBox={`0 0 ${end} 12`}
      aria-hidden="true"
    >
      {built < SPANS.length ? <path className={styles.roadPlanned} d={`M${built * SPAN + 1} 3H${end}`} /> : null}
      {SPANS.filter((span) => span <= built).map((span) => (
        <path key={span} className={styles.roadBuilt} d={arch((span - 1) * SPAN)} />
      ))}
      {isMoving ? <path className={styles.roadNext} d={arch(built * SPAN)} /> : null}
    </svg>
  );
}
