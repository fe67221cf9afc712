/**
 * APIs of all platforms that are not part of the language (WHATWG Encoding and Compression Streams): browsers, Deno and
 * Node have them.
 */
interface Platform {
  readonly TextEncoder: new () => {
    encode(text: string): Uint8Array
    /** `written`: the number of bytes. */
    encodeInto(text: string, into: Uint8Array): { readonly written: number }
  }
  /** Invalid UTF-8 becomes replacement characters. */
  readonly TextDecoder: new (
    encoding?: 'utf-8',
    options?: { readonly ignoreBOM: boolean },
  ) => { decode(bytes: Uint8Array): string }
  readonly DecompressionStream: new (
    format: 'deflate-raw',
  ) => { readonly readable: { getReader(): Reader }; readonly writable: { getWriter(): StreamWriter } }
}

interface Reader {
  read(): Promise<{ readonly value?: Uint8Array }>
  cancel(): Promise<void>
}

/** Its promises resolve when there is room, and reject when the stream refuses the bytes. */
export interface StreamWriter {
  write(chunk: Uint8Array): Promise<void>
  close(): Promise<void>
}

export const { TextEncoder, TextDecoder, DecompressionStream } = globalThis as unknown as Platform
