declare module 'subset-font' {
  /** Returns the font reduced to the glyphs of these characters, in its own format. */
  export default function subsetFont(font: Buffer, characters: string): Promise<Buffer>;
}
