import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { ProvenDelivery } from '#shared/proof/verifyProof.ts';
import { useAppServices } from '../../app/services.ts';
import { createEndpoints } from '../../chain/chainClients.ts';
import { chainById } from '../../config/registry.ts';
import { useTexts } from '../../i18n/useTexts.ts';
import { Spinner } from '../../ui/Button.tsx';
import ui from '../../ui/ui.module.css';
import { useIsOnline } from '../../ui/useIsOnline.ts';
import type { BlockAnswers } from '../model/blockAnswers.ts';
import { createProofFileReads } from '../reads/proofFileReads.ts';
import styles from './proof.module.css';
import { answerTexts } from './proofTexts.ts';

/** The pinned contracts, and the reads for proofs over every configured endpoint alone. */
export function useProofReads() {
  const { registry } = useAppServices();
  return useMemo(() => {
    const pins = registry.chains;
    const endpointsOf = (chainId: number) => {
      const chain = chainById(registry, chainId);
      return chain ? createEndpoints(chain) : [];
    };
    return { pins, ...createProofFileReads(endpointsOf, pins) };
  }, [registry]);
}

/** The configured endpoints' blocks at both heights. Null until they answer. */
export function useBlockAnswers(delivery: ProvenDelivery): readonly BlockAnswers[] | null {
  const { deposit, payout } = delivery;
  const isOnline = useIsOnline();
  const { compareBlocks } = useProofReads();
  const { data = null } = useQuery({
    queryKey: ['proofBlocks', deposit.chainId, deposit.blockHash, payout.chainId, payout.blockHash],
    queryFn: () => compareBlocks(delivery),
    enabled: isOnline,
    gcTime: 0,
    structuralSharing: false,
  });
  return data;
}

/** What RPC endpoints now say about both blocks. Null until they answer. */
export function EndpointAnswers({ answers }: { readonly answers: readonly BlockAnswers[] | null }) {
  const texts = useTexts('desk');
  const { pins } = useProofReads();
  const isOnline = useIsOnline();
  const { t } = texts;
  if (!answers && !isOnline) return <p className={ui.note}>{t('askedOffline')}</p>;
  if (!answers) {
    return (
      <p className={`${ui.row} ${ui.note}`} role="status">
        <Spinner /> {t('askingEndpoints')}
      </p>
    );
  }
  return (
    <ul className={styles.lines}>
      {answerTexts(answers, { texts, pins }).map(({ isGood, text }) => (
        <li key={text} className={isGood ? undefined : styles.bad}>
          {text}
        </li>
      ))}
    </ul>
  );
}
