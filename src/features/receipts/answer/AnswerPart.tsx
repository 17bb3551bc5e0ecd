import { Link } from 'wouter';
import type { DeskItem } from '../../../domain/desk/readPaste.ts';
import { itemPath } from '../box/itemPath.ts';
import styles from './AnswerPart.module.css';
import { CaseAnswer } from './CaseAnswer.tsx';

type Props = {
  readonly items: readonly DeskItem[];
  /** The chain that the link of the page names. */
  readonly originId: number | null;
};

/** The answer about everything that was pasted: one hash has its case, and several lead to theirs. */
export function AnswerPart({ items, originId }: Props) {
  const hashes = items.filter((item) => item.kind === 'hash');
  const addresses = items.filter((item) => item.kind === 'address').map(({ address }) => address);
  const [first, ...others] = hashes;
  if (!first) return null;
  if (others.length > 0) {
    return (
      <ul className={styles.hashes}>
        {hashes.map((item) => (
          <li key={item.hash}>
            <Link href={itemPath(item)}>{item.hash}</Link>
          </li>
        ))}
      </ul>
    );
  }
  return <CaseAnswer key={first.hash} hash={first.hash} chainId={first.chainId ?? originId} addresses={addresses} />;
}
