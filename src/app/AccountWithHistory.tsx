import { useState } from 'react';
import { AccountDialog } from '../account/AccountDialog.tsx';
import { RecentTransfers } from '../activity/RecentTransfers.tsx';
import { lazyChunk } from '../ui/lazyChunk.tsx';

type Props = { readonly onClose: () => void };

/** The account's dialog, with the transfers and the address book of this browser. */
export function AccountWithHistory({ onClose }: Props) {
  const [isBookOpen, setBookOpen] = useState(false);
  if (isBookOpen) return <AddressBook onChoose={null} onClose={() => setBookOpen(false)} />;
  return (
    <AccountDialog recent={<RecentTransfers onFollow={onClose} />} onBook={() => setBookOpen(true)} onClose={onClose} />
  );
}

const AddressBook = lazyChunk(async () => (await import('../form/recipient/AddressBook.tsx')).AddressBook, 'dialog');
