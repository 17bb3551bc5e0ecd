/** @param url the API's base address */
export async function readPairs(url: string): Promise<readonly unknown[]> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/get_all_pair_infos`, { method: 'POST', headers, body: '{}' });
  const { data } = (await response.json()) as { readonly data: { readonly pair_infos: readonly unknown[] } | null };
  return data?.pair_infos ?? [];
}

export async function offersPairs(url: string): Promise<boolean> {
  return (await readPairs(url)).length > 0;
}
