declare module 'subset-font' {
  /** Returns the font with the glyphs of only these characters, in its own format. */
  export default function subsetFont(font: Buffer, characters: string): Promise<Buffer>;
}
