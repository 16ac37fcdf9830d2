declare module 'subset-font' {
  /** The font with the glyphs of these characters only, in its own format. */
  export default function subsetFont(font: Buffer, characters: string): Promise<Buffer>;
}
