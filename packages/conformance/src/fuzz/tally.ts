import type { VectorAnswer, VectorCheck } from '@authz-playground/engine/internal/vectors'
import type { OracleAnswer } from './oracle.ts'

/** Counts of the results of scenarios, to check that the generator covers everything. */
export class ResultTally {
  #counts = new Map<string, number>()
  #requests = 0

  get requests(): number {
    return this.#requests
  }

  add({ expect = [], error, dropped, cluster, requests }: OracleAnswer): void {
    this.#count(dropped === undefined ? 'scenarios' : `scenarios dropped: ${dropped.replace(/:.*/s, '')}`)
    if (dropped !== undefined) return
    if (error !== undefined) this.#count('policies refused')
    if (cluster?.defaultRoles) this.#count('scenarios with default roles')
    if (cluster?.objects !== undefined) this.#count('scenarios with stored objects')
    if (requests.some(({ after }) => after !== undefined)) this.#count('scenarios in which time passes')
    this.#requests += error === undefined ? expect.length : 1
    for (const answer of expect) this.#answer(answer)
  }

  #answer({ code, checks, metrics, impersonatedUser }: VectorAnswer): void {
    this.#count(`code ${code}`)
    for (const attempt of Object.keys(metrics?.attempts ?? {})) {
      this.#count(`impersonation ${attempt.replace(/^\//, '')}`)
      if (metrics?.authorizations === undefined) this.#count('impersonation remembered, without a check')
    }
    if (impersonatedUser !== undefined && metrics?.attempts === undefined)
      this.#count('impersonation by the older filter')
    for (const check of checks) {
      const { phase, path, verb = '', decision, reason = '', fieldSelector, labelSelector } = check
      this.#count(`check of the ${phase}: ${decision}`)
      if (phase === 'request') this.#count(path === undefined ? `asks to ${verb}` : 'asks for a path')
      if (fieldSelector !== undefined || labelSelector !== undefined) this.#count('check with selectors')
      const byNode = decision === 'Allow' ? allowedByNode(check) : nodeReason(reason)
      if (byNode !== undefined) this.#count(`Node: ${byNode}`)
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

/** The Node authorizer allows without a reason, and no other authorizer does so for nodes. */
function allowedByNode({ user, reason = '' }: VectorCheck): string | undefined {
  return reason === '' && user.groups?.includes('system:masters') !== true ? 'allowed' : undefined
}

/** A reason of the Node authorizer without the names in it, which are many. */
function nodeReason(reason: string): string | undefined {
  if (!/\bnodes?\b/i.test(reason) || reason.startsWith('RBAC')) return undefined
  return reason.replace(/\n.*/s, '').replaceAll(/'[^']*'|"[^"]*"/g, '…')
}
