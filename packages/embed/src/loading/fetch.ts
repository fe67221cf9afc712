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

/** What is fetched, in a word, and the most characters that it may have. */
export interface Wanted {
  readonly what: 'scenario' | 'course' | 'design'
  readonly longest: number
}

/** Fetches a text. Rejects only when it is aborted. */
export async function fetchText(address: string, wanted: Wanted, { base, signal }: Where): Promise<FetchedText> {
  const { what } = wanted
  const url = URL.canParse(address, base) ? new URL(address, base) : undefined
  if (url === undefined) return { failed: 'refused', problem: `“${address}” is not an address of a ${what}.` }
  const notLoaded = (why: string): string => `The ${what} could not be loaded from ${url}: ${why}.`
  try {
    const response = await fetch(url.href, { signal, credentials: 'omit' })
    const { ok, status } = response
    if (!ok) return { failed: status === 404 ? 'missing' : 'refused', problem: notLoaded(`HTTP ${status}`) }
    const text = await response.text()
    return text.length > wanted.longest ? { failed: 'refused', problem: tooLong(wanted) } : { text }
  } catch (error) {
    if (signal.aborted) throw error
    const { origin } = new URL(base)
    const other =
      url.origin === origin ? '' : `, or it answers without the header “Access-Control-Allow-Origin: ${origin}”`
    return { failed: 'unreachable', problem: notLoaded(`its server does not answer${other}`) }
  }
}

/** The sentence about a text that is too long. */
export function tooLong({ what, longest }: Wanted): string {
  return `This ${what} has more than ${longest.toLocaleString('en')} characters, and so many are shown at most.`
}
