import { boundRoles } from '../authorizers/index.ts'
import type { HTTPRequest, RequestText } from '../http/index.ts'
import type { Attributes } from '../kube/index.ts'
import type { Policy } from '../policy/index.ts'
import type { Diagnostic } from '../text/index.ts'
import type { Writer } from '../trace/index.ts'
import { played } from './play.ts'
import { sentObject } from './sent-object.ts'
import { storedRoles } from './stored.ts'
import { writeRequest } from './write-request.ts'

/** A request that writes a role or binding: what becomes of it, and what is wrong with its body. */
export interface ReadWrite {
  /** Absent where the body was not understood. */
  readonly write?: Writer
  /** Errors keep the request from being decided; what the API server refuses is a warning. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads requests that write roles and bindings; undefined for every other. */
export type RoleWriter = (
  request: HTTPRequest,
  /** The request as it was typed, for places in the body. */
  written: RequestText,
  attributes: Attributes,
) => ReadWrite | undefined

/**
 * What kube-apiserver does with requests that write roles and bindings, over a policy that stays as it is: its handlers,
 * the checks for escalation of `pkg/registry/rbac`, and the generic registry. Admission is not played.
 */
export function roleWriter(policy: Policy, defaults: Policy | undefined): RoleWriter {
  const roles = storedRoles(policy, defaults, boundRoles(policy, defaults))
  return (request, written, attributes) => {
    const write = writeRequest(request, attributes)
    if (write === undefined) return undefined
    const sent = sentObject(request, written, write, roles)
    const understood = sent.early ?? sent.late ?? sent.object
    return {
      ...(understood && {
        *write(user): ReturnType<Writer> {
          const written = yield* played(write, sent, roles, user)
          return { ...written, ...(sent.names && { sent: sent.names }) }
        },
      }),
      diagnostics: sent.diagnostics,
    }
  }
}
