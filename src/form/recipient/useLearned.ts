import { useQuery } from '@tanstack/react-query';
import type { Address } from 'viem';
import { useAppServices } from '../../app/services.ts';
import type { Answer } from '../../lib/answers.ts';
import type { Form } from '../model/form.ts';
import type { NameAnswer } from '../model/names.ts';
import { isNameText } from '../model/names.ts';
import type { Learned } from '../model/readRecipient.ts';
import { nameKey } from '../model/readRecipient.ts';
import { recipientSources } from './recipientSources.ts';

const DEBOUNCE_MS = 300;

/** All queries of names. */
export const NAME_KEY = 'recipientName';

/** Waits until the person has stopped typing: the query of an older text is aborted. */
async function pause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
  signal.throwIfAborted();
}

/** Reads what the recipient of the form needs: the address of a name, and the list of blocked addresses. */
export function useLearned({ recipientText, route }: Form, account: Address | undefined): Learned {
  const { resolveName, blockedAddresses } = recipientSources(useAppServices());
  const text = recipientText.trim();
  const isName = isNameText(text);
  const key = nameKey({ recipientText, route });
  const name = useQuery({
    queryKey: [NAME_KEY, key],
    queryFn: async ({ signal }): Promise<Answer<NameAnswer>> => {
      await pause(signal);
      return { key, value: await resolveName(text, route.destination.id) };
    },
    enabled: isName,
    // The address that the person has seen stays until the review asks again.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    structuralSharing: false,
  });
  const blocked = useQuery({
    queryKey: ['blockedAddresses'],
    queryFn: () => blockedAddresses?.() ?? new Set<Address>(),
    enabled: blockedAddresses !== null && (account !== undefined || text !== ''),
    structuralSharing: false,
  });
  const answer = name.isError ? { key, value: { kind: 'unanswered' } as const } : (name.data ?? null);
  return { name: isName && !name.isFetching ? answer : null, blocked: blocked.data ?? null };
}
