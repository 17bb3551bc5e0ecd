/** The line below the field for a value says what is wrong with the value. */
export const FIAT_LINE_ID = 'fiatLine';
