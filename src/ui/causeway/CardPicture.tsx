import styles from './CardPicture.module.css';
import type { CausewayState } from './Causeway.tsx';
import { Causeway } from './Causeway.tsx';

type Props = {
  readonly state: CausewayState;
  readonly origin: string;
  readonly destination: string;
  readonly label?: string | null;
};

/** The road at the top of a card, up to its edges. The card sets `--card-padding` and `--card-radius`. */
export function CardPicture(props: Props) {
  return (
    <div className={styles.picture}>
      <Causeway {...props} />
    </div>
  );
}
