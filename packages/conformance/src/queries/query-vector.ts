import type { PlainUser, SubjectName } from '@authz-playground/engine'

/** A policy with questions about it, and the answers of kube-apiserver's and kubectl's code. */
export interface QueryVector {
  readonly id: string
  readonly cluster?: { readonly authorizationModes?: readonly ('Node' | 'RBAC')[]; readonly defaultRoles?: boolean }
  readonly policy: string
  readonly whoCan: readonly WhoCanVector[]
  readonly rules: readonly RulesVector[]
}

/** Who can do something: a resource, or a path. */
export interface WhoCanVector {
  readonly verb: string
  readonly apiGroup?: string
  readonly resource?: string
  readonly subresource?: string
  readonly namespace?: string
  readonly name?: string
  readonly path?: string
  /** In upstream's order, with repetitions. */
  readonly subjects: readonly (Pick<SubjectName, 'kind' | 'name'> & Partial<SubjectName>)[]
  readonly error?: string
}

/** What a user can do in a namespace. */
export interface RulesVector {
  readonly user: PlainUser
  readonly namespace: string
  readonly noHeaders?: boolean
  /** The status of the SelfSubjectRulesReview, as the API server sends it. */
  readonly status: unknown
  /** What `kubectl auth can-i --list` prints. */
  readonly out: string
  readonly err?: string
}

/** Whether a vectors file contains policies with questions, by its first line. */
export function holdsQueries(file: string): boolean {
  const [first = ''] = file.trimStart().split('\n', 1)
  return /"whoCan":\s*\[/.test(first) && /^\{\s*"id"/.test(first)
}

/** Reads NDJSON. Throws with the number of each line that is not a policy with questions. */
export function readQueryVectors(file: string): readonly QueryVector[] {
  const complaints: string[] = []
  const vectors = file.split('\n').flatMap((line, index): readonly QueryVector[] => {
    if (line.trim() === '') return []
    const complaint = complaintOf(line)
    if (complaint === undefined) return [JSON.parse(line) as QueryVector]
    complaints.push(`line ${index + 1}: ${complaint}`)
    return []
  })
  if (complaints.length > 0) throw new Error(complaints.slice(0, 20).join('\n'))
  return vectors
}

function complaintOf(line: string): string | undefined {
  try {
    const { id, policy, whoCan, rules } = JSON.parse(line) as Partial<QueryVector>
    if (typeof id !== 'string') return 'id: a string was expected'
    if (typeof policy !== 'string') return 'policy: a string was expected'
    if (!Array.isArray(whoCan)) return 'whoCan: a list was expected'
    return Array.isArray(rules) ? undefined : 'rules: a list was expected'
  } catch (error) {
    return `not JSON: ${error instanceof Error ? error.message : String(error)}`
  }
}

/** How many questions some vectors have. */
export function questionsIn(vectors: readonly QueryVector[]): { readonly whoCan: number; readonly rules: number } {
  return {
    whoCan: vectors.reduce((sum, { whoCan }) => sum + whoCan.length, 0),
    rules: vectors.reduce((sum, { rules }) => sum + rules.length, 0),
  }
}
