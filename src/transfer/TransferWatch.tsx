import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useAppServices, useTransfers } from '../app/services.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Digits } from '../ui/Digits.tsx';
import { Icon } from '../ui/Icon.tsx';
import { notify } from '../ui/notify.ts';
import ui from '../ui/ui.module.css';
import type { Badge } from '../ui/useFaviconBadge.ts';
import { useFaviconBadge } from '../ui/useFaviconBadge.ts';
import styles from './TransferWatch.module.css';
import type { News } from './verdict/news.ts';
import { newsSince, seenNow } from './verdict/news.ts';
import type { VerdictKind } from './verdict/verdict.ts';
import { namedAmount } from './verdict/verdict.ts';
import { aboutVerdict, verdictKinds } from './verdict/verdictKinds.ts';

const MOST_SHOWN = 3;

const idOf = ({ transfer }: News) => transfer.terms.id;

/**
 * Announces on every page what happened to this browser's transfers: with a message, the tab's icon, and a
 * notification.
 */
export function TransferWatch() {
  const texts = useTexts('app');
  const [path, navigate] = useLocation();
  const kinds = [...seenNow(Object.values(useTransfers()), Date.now()).values()];
  const bodyOf = (news: News) => {
    const { terms } = news.transfer;
    const { amount, chainName } = namedAmount(news.verdict, terms);
    return texts.t('sumTo', { sum: texts.sum(amount, terms.tokenName), chain: chainName });
  };
  const { unseen, dismiss } = useNews(path, (news) => {
    const { id } = news.transfer.terms;
    const text = { title: texts.t(`title_${news.verdict.kind}`), body: bodyOf(news) };
    notify(id, text, () => navigate(`/transfers/${id}`));
  });
  useFaviconBadge(
    badgeOf(
      kinds,
      unseen.map((news) => news.verdict.kind),
    ),
  );
  return (
    <div className={styles.region}>
      {/* Not atomic: of several messages, a screen reader says the new one. */}
      <div className="visuallyHidden" aria-live="polite">
        {unseen.map((news) => (
          <p key={idOf(news)}>{`${texts.t(`title_${news.verdict.kind}`)}. ${bodyOf(news)}`}</p>
        ))}
      </div>
      {unseen.map((news) => {
        const { status, tone } = aboutVerdict(news.verdict);
        const { id } = news.transfer.terms;
        return (
          <div key={id} className={styles.message}>
            <span className={ui[tone]}>
              <Icon name={status === 'good' ? 'check' : 'warning'} size={20} />
            </span>
            <p>
              <strong>{texts.t(`title_${news.verdict.kind}`)}</strong> <Digits text={bodyOf(news)} />
            </p>
            <Link href={`/transfers/${id}`}>{texts.t('openTransfer')}</Link>
            <button
              type="button"
              className={ui.iconButton}
              aria-label={texts.t('dismiss')}
              onClick={() => dismiss(news)}
            >
              <Icon name="close" size={18} />
            </button>
          </div>
        );
      })}
    </div>
  );
}

/** The news that the person has not seen. `onNews` is called once for each. */
function useNews(path: string, onNews: (news: News) => void) {
  const { store } = useAppServices();
  const [unseen, setUnseen] = useState<readonly News[]>([]);
  const tell = useEffectEvent(onNews);
  const isShown = useEffectEvent((news: News) => !document.hidden && path === `/transfers/${idOf(news)}`);

  useEffect(() => {
    const transfersOf = () => Object.values(store.getState().transfers);
    let seen = seenNow(transfersOf(), Date.now());
    return store.subscribe(() => {
      const transfers = transfersOf();
      const news = newsSince(seen, transfers, Date.now()).filter((one) => !isShown(one));
      seen = seenNow(transfers, Date.now());
      if (news.length === 0) return;
      for (const one of news) tell(one);
      const ids = news.map(idOf);
      setUnseen((before) => [...before.filter((one) => !ids.includes(idOf(one))), ...news].slice(-MOST_SHOWN));
    });
  }, [store]);

  // A person who looks at a transfer's page has seen its news.
  useEffect(() => {
    const look = () => {
      if (!document.hidden) setUnseen((before) => before.filter((one) => path !== `/transfers/${idOf(one)}`));
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [path]);

  return { unseen, dismiss: (news: News) => setUnseen((before) => before.filter((one) => one !== news)) };
}

/** News that the person has not seen comes first, then the transfers under way. */
export function badgeOf(kinds: readonly VerdictKind[], unseen: readonly VerdictKind[]): Badge {
  if (unseen.some((kind) => verdictKinds[kind].status !== 'good')) return 'needsYou';
  if (unseen.length > 0) return 'good';
  return kinds.some((kind) => verdictKinds[kind].status === 'open') ? 'open' : null;
}
