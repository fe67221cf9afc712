import type { Answered } from './oracle.ts'

/** Counts of what scenarios came to, to see that the generator makes some of everything. */
export class Tally {
  #counts = new Map<string, number>()
  #requests = 0

  get requests(): number {
    return this.#requests
  }

  add({ expect = [], error, dropped, cluster, requests }: Answered): void {
    this.#count(dropped === undefined ? 'scenarios' : `scenarios dropped: ${dropped.replace(/:.*/s, '')}`)
    if (dropped !== undefined) return
    if (error !== undefined) this.#count('policies refused')
    if (cluster?.defaultRoles) this.#count('scenarios with default roles')
    if (cluster?.objects !== undefined) this.#count('scenarios with stored objects')
    if (requests.some(({ after }) => after !== undefined)) this.#count('scenarios in which time passes')
    this.#requests += error === undefined ? expect.length : 1
    for (const { code, metrics, impersonatedUser } of expect) {
      this.#count(`code ${code}`)
      for (const attempt of Object.keys(metrics?.attempts ?? {}))
        this.#count(`impersonation ${attempt.replace(/^\//, '')}`)
      if (impersonatedUser !== undefined && metrics?.attempts === undefined)
        this.#count('impersonation by the older filter')
    }
  }

  print(): string {
    return [...this.#counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([what, count]) => `  ${String(count).padStart(7)} ${what}`)
      .join('\n')
  }

  #count(what: string): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1)
  }
}
