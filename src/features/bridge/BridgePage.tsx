import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Address } from 'viem';
import { pairsQuery } from '../../api/queries.ts';
import { useAppServices } from '../../context/appServices.ts';
import { sortOffer } from '../../domain/registry.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeading } from '../../ui/PageHeading.tsx';
import styles from './BridgePage.module.css';
import { BridgeForm } from './form/BridgeForm.tsx';

type Props = {
  readonly account: Address | undefined;
  readonly onConnect: () => void;
  readonly onStarted: (transferId: string) => void;
};

export function BridgePage(props: Props) {
  return (
    <section className={styles.page}>
      <PageHeading title="Bridge tokens" line="This app verifies every transaction before your wallet opens." />
      <div className={styles.card}>
        <Content {...props} />
      </div>
    </section>
  );
}

function Content(props: Props): ReactNode {
  const { config, registry, service } = useAppServices();
  const pairs = useQuery(pairsQuery(service, config.service.category || null));
  if (pairs.data) {
    const { routes, unverifiable } = sortOffer(registry, pairs.data, config.allowUnpinnedPairs);
    if (!routes) return <NoRoutes offered={pairs.data.length} />;
    return <BridgeForm {...props} routes={routes} unverifiable={unverifiable} />;
  }
  if (pairs.isError) {
    return (
      <div className={styles.stack}>
        <Notice tone="warning" title="The bridge does not respond">
          You can’t start a transfer now. Transfers in progress continue.
        </Notice>
        <Button onClick={() => void pairs.refetch()} busy={pairs.isFetching}>
          Try again
        </Button>
      </div>
    );
  }
  return <FormSkeleton />;
}

function NoRoutes({ offered }: { offered: number }) {
  return (
    <Notice tone={offered > 0 ? 'danger' : 'info'} title="No routes available">
      {offered > 0
        ? 'You can’t start a transfer: this app can’t verify the routes that the bridge offers.'
        : 'The bridge offers no routes at the moment. Try again later.'}
    </Notice>
  );
}

/** The outline of the form while the pairs load. It has the size of the form, so nothing moves afterwards. */
function FormSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading chains and tokens">
      <div className={styles.skeletonPanel} />
      <div className={styles.skeletonPanel} />
      <div className={styles.skeletonButton} />
    </div>
  );
}
