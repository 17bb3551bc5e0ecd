import { useEffect, useEffectEvent, useState } from 'react';
import { useAppServices } from '../../../context/appServices.ts';
import type { News } from '../../../domain/verdict/news.ts';
import { newsSince, seenNow } from '../../../domain/verdict/news.ts';

const MOST_SHOWN = 3;

const idOf = ({ transfer }: News) => transfer.terms.id;

/** The news that the person has not seen. `onNews` hears of each once. */
export function useNews(path: string, onNews: (news: News) => void) {
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

  // A person who looks at the page of a transfer has seen its news.
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
