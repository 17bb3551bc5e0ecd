import { skipToken, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Route, Switch, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { BridgePage } from '../form/BridgePage.tsx';
import { draftLike, formUrl } from '../form/formDraft.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { hasStoredPins, PIN_STORE } from '../receipts/pins/storedPins.ts';
import type { TransferTerms } from '../transfer/model/transferTerms.ts';
import { Notice } from '../ui/Notice.tsx';
import {
  AccountDialog,
  AccountLookups,
  ActivityPage,
  Banner,
  EmbedBar,
  Footer,
  HelpPage,
  NotFound,
  OTHER_PAGES,
  PageStatus,
  PinWatch,
  ReceiptsPage,
  RecentTransfers,
  TransferPage,
  TransferWatch,
} from './chunks.ts';
import { Header } from './Header.tsx';
import { useAppServices, useNotices, useViewedAccount, useWalletConnection } from './services.ts';
import styles from './shell.module.css';

const CONTENT_ID = 'content';

/** Every page, with the frame around it. */
export function Shell() {
  const { address } = useWalletConnection();
  const viewed = useViewedAccount();
  const account = address ?? viewed;
  const { banner } = useNotices();
  const [, navigate] = useLocation();
  const [isAccountOpen, setAccountOpen] = useState(false);
  const openAccount = () => setAccountOpen(true);
  const { formMemory } = useAppServices();

  function startOver(like: TransferTerms, isRepeated: boolean): void {
    const draft = draftLike(like, isRepeated);
    // A link keeps no fee mode.
    if (isRepeated) formMemory.keep(draft);
    navigate(formUrl(draft));
  }

  return (
    <div className={styles.shell}>
      <SkipLink />
      {banner ? <Banner /> : null}
      {isEmbedded ? null : <Header onOpenAccount={openAccount} />}
      <main id={CONTENT_ID} className={styles.main} tabIndex={-1}>
        {isEmbedded ? <EmbedBar onOpen={openAccount} /> : null}
        <UnsavedNotice />
        <Switch>
          <Route path="/">
            <BridgePage
              account={account ?? undefined}
              canSign={address !== undefined}
              onConnect={openAccount}
              onStarted={(id) => navigate(`/transfers/${id}`)}
              recent={<RecentTransfers />}
            />
          </Route>
          <Route path="/transfers/:id">
            {({ id }) => <TransferPage id={id} onConnect={openAccount} onStartOver={startOver} />}
          </Route>
          <Route path="/activity">
            <ActivityPage ofAccount={account ? <AccountLookups account={account} /> : null} onConnect={openAccount} />
          </Route>
          <Route path="/receipts/:item?">{({ item }) => <ReceiptsPage item={item ?? null} />}</Route>
          <Route path="/help/:of?">{({ of }) => <HelpPage of={of ?? null} />}</Route>
          <Route>
            <NotFound />
          </Route>
        </Switch>
      </main>
      {isEmbedded ? null : <Footer />}
      <TransferWatch />
      <PinWatchIfPinned />
      <PageStatus pages={OTHER_PAGES} />
      {isAccountOpen ? <AccountDialog onClose={() => setAccountOpen(false)} /> : null}
    </div>
  );
}

/** The first stop for the keyboard. Visible only when focused, it skips the header. */
function SkipLink() {
  const { t } = useTexts('form');
  return (
    <a
      className={styles.skip}
      href={`#${CONTENT_ID}`}
      onClick={(event) => {
        // Following the link would add a history entry.
        event.preventDefault();
        document.getElementById(CONTENT_ID)?.focus();
      }}
    >
      {t('skipToContent')}
    </a>
  );
}

/** Warns on every page while the browser cannot store an open transfer. */
function UnsavedNotice() {
  const { t } = useTexts('form');
  const isUnsaved = useStore(useAppServices().store, (state) => state.unsaved.size > 0);
  if (!isUnsaved) return null;
  return (
    <div className={styles.unsaved}>
      <Notice tone="warning" title={t('unsavedTitle')}>
        {t('unsavedText')}
      </Notice>
    </div>
  );
}

/** Watches the pinned hashes on every page. The code loads only in a browser that has some. */
function PinWatchIfPinned() {
  const { installation } = useAppServices().config;
  const [hadPins] = useState(() => hasStoredPins(() => window.localStorage, installation));
  // The receipts page loads the store before a person can pin the first hash.
  const { data: pins } = useQuery({ queryKey: PIN_STORE, queryFn: skipToken });
  return hadPins || pins !== undefined ? <PinWatch /> : null;
}

/** firstPaint.js sets it from `?embed`. */
const isEmbedded = 'embed' in document.documentElement.dataset;
