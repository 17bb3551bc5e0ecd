import { parseAddress } from '#shared/address.ts';
import { AddressText } from '../../../ui/AddressText.tsx';
import { Fact } from './Fact.tsx';

/** An account. A depositor can write any text as the recipient, and then the whole text shows. */
export function AddressFact({ label, address }: { readonly label: string; readonly address: string }) {
  return (
    <Fact label={label} value={address}>
      {parseAddress(address) ? <AddressText address={address} /> : address}
    </Fact>
  );
}
