import type { ChainClient } from './chainClient.ts';
import { GAS_PRICE_ORACLE } from './dataFee.ts';
import { WrongChain } from './wrongChain.ts';

/**
 * Compares the configured family with the chain. An OP-stack chain under another family would charge fees for each payment that
 * no quote contains.
 * @throws WrongChain
 */
export async function verifyFamily({ chain, reader }: ChainClient): Promise<void> {
  const isOpStack = chain.family === 'opStack';
  if (!isOpStack && chain.category !== 'Mainnet') return;
  const code = await reader.getCode({ address: GAS_PRICE_ORACLE });
  const hasOracle = code !== undefined && code !== '0x';
  if (hasOracle === isOpStack) return;
  throw new WrongChain(
    isOpStack
      ? `${chain.name} has the family opStack, but no gas price oracle at ${GAS_PRICE_ORACLE}. Correct "family" in the configuration.`
      : `${chain.name} has the gas price oracle of an OP-stack chain at ${GAS_PRICE_ORACLE}, but the family ${chain.family}. Set "family" to "opStack": otherwise its data fees are in no quote.`,
  );
}
