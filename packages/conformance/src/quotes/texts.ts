import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The text of a KEP at a commit of kubernetes/enhancements. */
export interface PinnedText {
  readonly commit: string
  readonly path: string
}

const KEP_5284 = 'keps/sig-auth/5284-constrained-impersonation/README.md'

/** The documents that are quoted and have a commit, by the names under which the product quotes them. */
export const PINNED: Readonly<Record<string, PinnedText>> = {
  'KEP-5284': { commit: '02d2850bebc813338e52234f27935627533c2560', path: KEP_5284 },
  'KEP-5284 under review (f450cf6)': { commit: 'f450cf6797aef26ccd4d201e41fb1cdadebc15ce', path: KEP_5284 },
  'KEP-5284 at beta': { commit: 'f6f4c58fb45ffe6e198286b2d2be4188640de158', path: KEP_5284 },
  'KEP-5681': {
    commit: '152628209c482908467b047f42d9786959712192',
    path: 'keps/sig-auth/5681-conditional-authorization/README.md',
  },
}

/** The texts of documents by their names, as far as they could be read. */
export interface Texts {
  readonly texts: ReadonlyMap<string, string>
  /** The documents without a commit, for which no file was given. */
  readonly missing: readonly string[]
}

/**
 * Reads the texts of the named documents: from a clone of kubernetes/enhancements, or else from GitHub, and those without a commit
 * from files. Throws where a text cannot be read.
 * @param files paths by the names of documents; a file also counts instead of a commit
 */
export async function textsOf(
  names: Iterable<string>,
  repository: string | undefined,
  files: ReadonlyMap<string, string>,
): Promise<Texts> {
  const texts = new Map<string, string>()
  const missing: string[] = []
  for (const name of names) {
    const [file, pinned] = [files.get(name), PINNED[name]]
    if (file !== undefined) texts.set(name, readFileSync(file, 'utf8'))
    else if (pinned === undefined) missing.push(name)
    else texts.set(name, repository === undefined ? await fetched(pinned) : shown(repository, pinned))
  }
  return { texts, missing }
}

function shown(repository: string, { commit, path }: PinnedText): string {
  return execFileSync('git', ['-C', repository, 'show', `${commit}:${path}`], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  })
}

async function fetched({ commit, path }: PinnedText): Promise<string> {
  const url = `https://raw.githubusercontent.com/kubernetes/enhancements/${commit}/${path}`
  try {
    const response = await fetch(url)
    if (!response.ok) throw new Error(`HTTP status ${response.status}`)
    return await response.text()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new Error(
      `${url} could not be fetched (${why}). Give a clone of kubernetes/enhancements with --repository DIR.`,
    )
  }
}
