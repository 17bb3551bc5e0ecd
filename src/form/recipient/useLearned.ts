import { useQuery } from '@tanstack/react-query';
import type { Address } from 'viem';
import type { Contacts } from '../../account/model/contacts.ts';
import type { AppServices } from '../../app/services.ts';
import { useAppServices } from '../../app/services.ts';
import type { Answer } from '../../lib/answers.ts';
import type { Form } from '../model/form.ts';
import type { Learned, NameAnswer } from '../model/readRecipient.ts';
import { isNameText, nameKey } from '../model/readRecipient.ts';

/** All name queries. */
export const NAME_KEY = 'recipientName';

const DEBOUNCE_MS = 300;

/** Reads what the form needs to know about the recipient: a name's address, and the list of blocked addresses. */
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

/** Waits until the person has stopped typing: the query for an older text is aborted. */
async function pause(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS));
  signal.throwIfAborted();
}

/** What the form and the review must know about a recipient, besides the chains. */
export type RecipientSources = {
  readonly resolveName: (text: string, destinationId: number) => Promise<NameAnswer>;
  /** Null for an installation without a list. */
  readonly blockedAddresses: (() => Promise<ReadonlySet<Address>>) | null;
  readonly contacts: () => Promise<Contacts>;
};

/** Each source loads its code on first use. */
export function recipientSources({ config, contacts }: Pick<AppServices, 'config' | 'contacts'>): RecipientSources {
  const { blockedAddresses } = config;
  const names = config.chains.find(({ nameResolver }) => nameResolver !== undefined);
  return {
    resolveName: async (text, destinationId) => {
      if (!names?.nameResolver) return { kind: 'noService' };
      const { resolveName } = await import('./resolveName.ts');
      return resolveName({ ...names, nameResolver: names.nameResolver }, { text, destinationId });
    },
    blockedAddresses: blockedAddresses.length === 0 ? null : () => loadBlocked(blockedAddresses),
    contacts: async () => (await contacts()).get(),
  };
}

async function loadBlocked(list: AppServices['config']['blockedAddresses']) {
  if (typeof list !== 'string') return new Set(list);
  const { loadBlockedAddresses } = await import('./blockedAddresses.ts');
  return loadBlockedAddresses(list, window.fetch.bind(window));
}
