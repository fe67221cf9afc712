/** Where the page and a playground are. */
export interface Where {
  /** The base of relative addresses in the page. */
  readonly base: string
  /** The address of a built playground with its gallery; undefined where it is not known. */
  readonly home: string | undefined
  readonly signal: AbortSignal
}

/** A text from a server; or why there is none, in a sentence for the author of the page. */
export type FetchedText =
  | { readonly text: string; readonly failed?: undefined }
  | {
      readonly text?: undefined
      /** `missing`: its server has no such file. `unreachable`: nothing is known of its answer. */
      readonly failed: 'missing' | 'unreachable' | 'refused'
      readonly problem: string
    }

/** What is fetched: `scenario`, and the most characters that it may have. */
export interface Wanted {
  readonly what: 'scenario' | 'course'
  readonly longest: number
}

/** Fetches a text, and no more of it than it may have. Rejects only when it is aborted. */
export async function fetchText(address: string, wanted: Wanted, { base, signal }: Where): Promise<FetchedText> {
  const { what } = wanted
  const url = URL.canParse(address, base) ? new URL(address, base).href : undefined
  if (url === undefined) return { failed: 'refused', problem: `“${address}” is not an address of a ${what}.` }
  try {
    const response = await fetch(url, { signal, credentials: 'omit' })
    if (response.status === 404) return { failed: 'missing', problem: notLoaded(what, url, 'HTTP 404') }
    if (!response.ok) return { failed: 'refused', problem: notLoaded(what, url, `HTTP ${response.status}`) }
    const text = await textOf(response, wanted.longest)
    return text === undefined ? { failed: 'refused', problem: tooLong(wanted) } : { text }
  } catch (error) {
    if (signal.aborted) throw error
    const { origin } = new URL(base)
    const other =
      new URL(url).origin === origin
        ? ''
        : `, or it answers without the header “Access-Control-Allow-Origin: ${origin}”`
    return { failed: 'unreachable', problem: notLoaded(what, url, `its server does not answer${other}`) }
  }
}

function notLoaded(what: Wanted['what'], url: string, why: string): string {
  return `The ${what} could not be loaded from ${url}: ${why}.`
}

/** The sentence about a text that is too long; `count`: its characters, where they are known. */
export function tooLong({ what, longest }: Wanted, count?: number): string {
  const most = longest.toLocaleString('en')
  return count === undefined
    ? `This ${what} has more than the ${most} characters that are shown at most.`
    : `This ${what} has ${count.toLocaleString('en')} characters, and ${most} are shown at most.`
}

/** The text of a response; undefined where it is longer than that. A server may send without end. */
async function textOf(response: Response, longest: number): Promise<string | undefined> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (let part = await reader?.read(); part !== undefined && !part.done; part = await reader?.read()) {
    text += part.value
    if (text.length <= longest) continue
    await reader?.cancel()
    return undefined
  }
  return text
}
