import { encode } from 'uqr';
import styles from './share.module.css';

type Props = { readonly text: string; readonly label: string };

/** Width of the quiet zone around the code, in modules (ISO/IEC 18004). */
const QUIET = 4;

/** Dark on white in every theme, because some scanners can't read an inverted code. */
export function QrCode({ text, label }: Props) {
  const { size, data } = encode(text, { border: QUIET });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className={styles.qrCode}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
