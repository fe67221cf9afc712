/** What every platform has beside the language (WHATWG Encoding and Compression Streams): browsers, Deno and Node alike. */
interface Platform {
  readonly TextEncoder: new () => { encode(text: string): Uint8Array }
  /** Bytes that are no UTF-8 become replacement characters. */
  readonly TextDecoder: new () => { decode(bytes: Uint8Array): string }
  readonly DecompressionStream: new (
    format: 'deflate-raw',
  ) => { readonly readable: { getReader(): Reader }; readonly writable: { getWriter(): Writer } }
}

interface Reader {
  read(): Promise<{ readonly value?: Uint8Array }>
  cancel(): Promise<void>
}

/** Its promises wait until there is room, and reject when what was written is refused. */
export interface Writer {
  write(chunk: Uint8Array): Promise<void>
  close(): Promise<void>
}

export const { TextEncoder, TextDecoder, DecompressionStream } = globalThis as unknown as Platform
