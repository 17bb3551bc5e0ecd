import { Disc } from '../Disc.tsx';

/** A chain on its shore. */
export function ChainLabel({ name }: { readonly name: string }) {
  return (
    <>
      <Disc name={name} shape="chain" />
      {name}
    </>
  );
}
