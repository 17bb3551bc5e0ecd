import type { AppServices } from '../../app/services.ts';
import type { RecipientSources } from '../review/recipientReadings.ts';

/** The sources of what the app must know about a recipient. Each loads its code on first use. */
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
