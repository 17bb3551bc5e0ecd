import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Address } from 'viem';
import type { Maintenance } from '#shared/config/installationConfig.ts';
import { offerQuery } from '../api/queries.ts';
import { useAppServices, useNotices } from '../app/services.ts';
import { closesAll } from '../config/maintenance.ts';
import { useTexts } from '../i18n/useTexts.ts';
import { Button } from '../ui/Button.tsx';
import { lazyChunk } from '../ui/lazyChunk.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PageHeading } from '../ui/PageHeading.tsx';
import { BridgeForm } from './BridgeForm.tsx';
import styles from './form.module.css';
import { later } from './later.ts';

const MaintenanceNotice = later((rest) => rest.MaintenanceNotice);

const WaitingForm = lazyChunk(async () => (await import('./WaitingForm.tsx')).WaitingForm, 'page', { texts: 'form' });

/** Loads the form without routes. Called before the first render, so that it replaces the early page at once. */
export const loadWaitingForm = WaitingForm.preload;

const OfferProblem = later((rest) => rest.OfferProblem, 'decoration');
const BrokenRoad = later((rest) => rest.Causeway, 'decoration');

const BROKEN = { built: 0, isMoving: false, isBroken: true };

type Props = {
  readonly account: Address | undefined;
  /** False for an account that the person only views. */
  readonly canSign: boolean;
  readonly onConnect: () => void;
  readonly onStarted: (transferId: string) => void;
  /** The newest transfers, for a wide window. */
  readonly recent: ReactNode;
};

/**
 * The page with the form. It asks the service for its routes, and shows the form for them (BridgeForm), the empty form while
 * they load (WaitingForm), or why there is none.
 *
 * The form is one value, changed by actions (model/form), which useBridgeForm holds and mirrors into the URL. The folders
 * follow the person: picker (the chains and tokens to choose from), recipient (who gets the money), quote (a verified build,
 * its fees and its time) and review (the checks before the wallet opens). What the first paint needs loads at once, and
 * everything else after it or on demand: each lazyChunk is one such border.
 */
export function BridgePage(props: Props) {
  const { t } = useTexts('form');
  return (
    <section className={styles.page}>
      <PageHeading title={t('bridgeTitle')} line={t('bridgeLine')} />
      <Content {...props} />
    </section>
  );
}

function Content(props: Props): ReactNode {
  const { t } = useTexts('form');
  const closure = useNotices().maintenance.find(closesAll);
  const offer = useQuery(offerQuery(useAppServices()));
  if (offer.data) {
    const { routes, unverifiable } = offer.data;
    if (!routes && closure) return <ClosedBridge closure={closure} />;
    if (!routes) {
      return (
        <div className={`${styles.card} ${styles.narrow}`}>
          <NoRoutes offered={unverifiable.length} />
        </div>
      );
    }
    return <BridgeForm {...props} routes={routes} unverifiable={unverifiable} />;
  }
  if (offer.isError && closure) return <ClosedBridge closure={closure} />;
  if (offer.isError) {
    return (
      <div className={`${styles.card} ${styles.narrow}`}>
        <div className={styles.brokenRoad}>
          <BrokenRoad state={BROKEN} />
        </div>
        <Notice tone="warning" title={t('bridgeDown')}>
          {t('bridgeDownText')}
          <OfferProblem error={offer.error} />
        </Notice>
        <Button onClick={() => void offer.refetch()} busy={offer.isFetching}>
          {t('tryAgain')}
        </Button>
      </div>
    );
  }
  return <WaitingForm />;
}

/** Without pairs there is no form to show this. */
function ClosedBridge({ closure }: { readonly closure: Maintenance }) {
  return (
    <div className={`${styles.card} ${styles.narrow}`}>
      <MaintenanceNotice closure={closure} />
    </div>
  );
}

function NoRoutes({ offered }: { offered: number }) {
  const { t } = useTexts('form');
  return (
    <Notice tone={offered > 0 ? 'danger' : 'info'} title={t('noRoutes')}>
      {t(offered > 0 ? 'noRoutesVerified' : 'noRoutesOffered')}
    </Notice>
  );
}
