// The answers of a local stack to a transfer of 25 USDC, and to an amount below the minimum.
const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const DEPOSIT_CONTRACT = '0xE7277f378a3a68b320C777018c11BFFFa5Fe8d2d';
const ORIGIN_TOKEN = '0xe16433474b1907bb5bfF08596Ed8A99012dEafB8';
const DESTINATION_TOKEN = '0x88503De4ed7d80cB76e267dF3a928F098378108E';
const DEPOSIT_HASH = '0xc8386d9a7532fd7685c952e320e74b984aeb543acb44e567db8d46faa8a088c6';
const PAYOUT_HASH = '0x8e947ac64f8e3f5b4f80076ded59cf4058cb84c33e771f77f00cd060a6dbe025';

const usdc = (raw_value: string, ui_value: string) => ({ decimals: 6, raw_value, ui_value });
const eth = (raw_value: string, ui_value: string) => ({ decimals: 18, raw_value, ui_value });
const success = (data: object) => ({ data, status: { code: 0, message: '' } });

const NAMES = { from_chain_name: 'Northshore', to_chain_name: 'Southshore', token_name: 'USDC' };
const BOUNDS = { max_value: usdc('10000000000', '10000'), min_value: usdc('1000000', '1') };
const PRICE = { currency: 'USD', value: '1', at: '1795305600' };

const PAIR = {
  contract_address: DEPOSIT_CONTRACT,
  from_chain_id: '31337',
  from_chain_name: 'Northshore',
  from_token_address: ORIGIN_TOKEN,
  from_token_decimals: 6,
  ...BOUNDS,
  to_chain_id: '31338',
  to_chain_name: 'Southshore',
  to_token_address: DESTINATION_TOKEN,
  to_token_decimals: 6,
  token_name: 'USDC',
  available: true,
  usual_seconds: 2,
  from_token_price: PRICE,
  to_token_price: PRICE,
  gas_drop: { token_name: 'ETH', decimals: 18, max_value: eth('10000000000000000', '0.01') },
};

const CALLDATA =
  '0xfc18063800000000000000000000000000000000000000000000000000000000000000c0000000000000000000000000e16433474b1907bb5bff08596ed8a99012deafb80000000000000000000000005537ddd82c27b0a7f1917b7d8b0909f47e41b10f000000000000000000000000000000000000000000000000000000000182f6800000000000000000000000000000000000000000000000000000000000007a6a0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000002a30786633394664366535316161643838463646346365366142383832373237396366664662393232363600000000000000000000000000000000000000000000';
const APPROVAL =
  '0x095ea7b3000000000000000000000000e7277f378a3a68b320c777018c11bfffa5fe8d2d000000000000000000000000000000000000000000000000000000000182f680';

const BUILD = {
  bridge_fee: usdc('100000', '0.1'),
  gas_fee: usdc('360000', '0.36'),
  input_value: usdc('25000000', '25'),
  ...BOUNDS,
  receive_value: usdc('24900000', '24.9'),
  send_value: usdc('25360000', '25.36'),
  ...NAMES,
  network_type: 1,
  quote_valid_until: '1795381025',
  gas_drop_value: null,
  txs: {
    approve_reset_body: null,
    approve_body: { from: ACCOUNT, to: ORIGIN_TOKEN, data: APPROVAL, value: '0' },
    transfer_body: { from: ACCOUNT, to: DEPOSIT_CONTRACT, data: CALLDATA, value: '0' },
  },
};

const OUT_OF_RANGE = {
  data: null,
  status: {
    code: 904,
    message: 'The amount must be between 1 USDC and 10000 USDC.',
    details: { reason: 'amount_out_of_range', ...BOUNDS },
  },
};

const RECEIPT = success({
  from_chain_name: 'Northshore',
  from_chain_token_address: ORIGIN_TOKEN,
  to_chain_hash: PAYOUT_HASH,
  to_chain_name: 'Southshore',
  to_chain_token_address: DESTINATION_TOKEN,
  token_name: 'USDC',
  user_receive_value: usdc('24900000', '24.9'),
  user_send_value: usdc('25360000', '25.36'),
  deposit_time: '1795380430',
  delivery_time: '1795380432',
  sender: ACCOUNT,
  recipient: ACCOUNT,
  bridge_fee: usdc('100000', '0.1'),
  gas_fee: usdc('360000', '0.36'),
  user_gas_value: null,
  deposits: 1,
});

const IN_PROGRESS = {
  data: null,
  status: {
    code: 908,
    message: 'The deposit was seen on Northshore. Waiting for confirmations: 1 of 2.',
    details: { step: 'confirming', confirmations: 1, confirmations_needed: 2 },
  },
};

const INVALID_HASH = {
  data: null,
  status: {
    code: 907,
    message: 'from_chain_hash must be 0x and 64 hex digits, 66 characters in all, but the value has 4.',
    details: { reason: 'hash_invalid' },
  },
};

export const EXAMPLES = {
  '/get_build_tx': {
    request: { ...NAMES, from_address: ACCOUNT, to_address: ACCOUNT, ui_value: '25' },
    answers: { built: success(BUILD), outOfRange: OUT_OF_RANGE },
  },
  '/get_all_pair_infos': {
    request: { category: 'Testnet' },
    answers: { pairs: success({ pair_infos: [PAIR] }) },
  },
  '/get_receipt': {
    request: { from_chain_hash: DEPOSIT_HASH },
    answers: { delivered: RECEIPT, inProgress: IN_PROGRESS },
  },
  '/get_receipts': {
    request: { from_chain_hashes: [DEPOSIT_HASH, '0xzz'], all_deposits: true },
    answers: {
      receipts: success({
        receipts: [
          { from_chain_hash: DEPOSIT_HASH, ...RECEIPT },
          { from_chain_hash: '0xzz', ...INVALID_HASH },
        ],
      }),
    },
  },
} as const;
