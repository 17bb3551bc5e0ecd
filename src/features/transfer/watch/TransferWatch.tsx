import { Link, useLocation } from 'wouter';
import { useTransfers } from '../../../context/appServices.ts';
import { namedAmount } from '../../../domain/verdict/namedAmount.ts';
import type { News } from '../../../domain/verdict/news.ts';
import { seenNow } from '../../../domain/verdict/news.ts';
import { aboutVerdict } from '../../../domain/verdict/verdictKinds.ts';
import { notify } from '../../../ui/attention/notify.ts';
import { useFaviconBadge } from '../../../ui/attention/useFaviconBadge.ts';
import { Icon } from '../../../ui/Icon.tsx';
import ui from '../../../ui/ui.module.css';
import { useWords } from '../../../words/useWords.ts';
import { verdictWords } from '../../../words/verdict/verdictWords.ts';
import { watchWords } from '../../../words/watch/watchWords.ts';
import { badgeOf } from './badgeOf.ts';
import styles from './TransferWatch.module.css';
import { useNews } from './useNews.ts';

/** Tells on every page what happened to the transfers of this browser: a message, the tab's icon, and a notification. */
export function TransferWatch() {
  const words = useWords(watchWords);
  const verdict = useWords(verdictWords);
  const [path, navigate] = useLocation();
  const kinds = [...seenNow(Object.values(useTransfers()), Date.now()).values()];
  const bodyOf = (news: News) => {
    const { terms } = news.transfer;
    const { amount, chainName } = namedAmount(news.verdict, terms);
    return words.t('sumTo', { sum: words.sum(amount, terms.tokenName), chain: chainName });
  };
  const { unseen, dismiss } = useNews(path, (news) => {
    const { id } = news.transfer.terms;
    const text = { title: verdict.t(`title_${news.verdict.kind}`), body: bodyOf(news) };
    notify(id, text, () => navigate(`/transfers/${id}`));
  });
  useFaviconBadge(
    badgeOf(
      kinds,
      unseen.map((news) => news.verdict.kind),
    ),
  );
  return (
    // The region is there before its first message: screen readers announce changes only.
    <section className={styles.region} role="status" aria-label={words.t('messages')}>
      {unseen.map((news) => {
        const { standing, tone } = aboutVerdict(news.verdict);
        const { id } = news.transfer.terms;
        return (
          <div key={id} className={styles.message}>
            <span className={ui[tone]}>
              <Icon name={standing === 'good' ? 'check' : 'warning'} size={20} />
            </span>
            <p>
              <strong>{verdict.t(`title_${news.verdict.kind}`)}</strong> {bodyOf(news)}
            </p>
            <Link href={`/transfers/${id}`}>{words.t('open')}</Link>
            <button
              type="button"
              className={ui.iconButton}
              aria-label={words.t('dismiss')}
              onClick={() => dismiss(news)}
            >
              <Icon name="close" size={18} />
            </button>
          </div>
        );
      })}
    </section>
  );
}
