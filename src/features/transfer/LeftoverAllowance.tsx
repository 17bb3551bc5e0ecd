import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isNativeToken } from '#shared/address.ts';
import { useAppServices } from '../../context/appServices.ts';
import type { TransferTerms } from '../../domain/transferTerms.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { transferWords } from '../../words/transfer/transferWords.ts';
import { useWords } from '../../words/useWords.ts';

type Props = { readonly terms: TransferTerms; readonly isBusy: boolean };

/** Offers to revoke the allowance that a transfer left to the bridge contract. */
export function LeftoverAllowance({ terms, isBusy }: Props) {
  const { t, sum } = useWords(transferWords);
  const { chainReads, runner } = useAppServices();
  const queryClient = useQueryClient();
  const { chainId, token, decimals } = terms.origin;
  const queryKey = ['allowance', chainId, token, terms.account, terms.deposit.to];
  const allowance = useQuery({
    queryKey,
    queryFn: async () => {
      const reads = await chainReads();
      return reads.allowanceOf({ chainId, token, account: terms.account }, terms.deposit.to);
    },
    enabled: !isNativeToken(token),
    structuralSharing: false,
  });
  if (!allowance.data) return null;

  async function revoke() {
    await (await runner()).revoke(terms.id);
    await queryClient.invalidateQueries({ queryKey });
  }

  return (
    <Notice tone="info" title={t('approvalRemains')}>
      <p>
        {t('approvalRemainsText', {
          sum: sum({ amount: allowance.data, decimals }, terms.tokenName),
          chain: terms.origin.chainName,
        })}
      </p>
      <div>
        <Button size="small" busy={isBusy} disabled={isBusy} onClick={() => void revoke()}>
          {t('revokeApproval')}
        </Button>
      </div>
    </Notice>
  );
}
