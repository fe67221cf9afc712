import type { Cluster } from '../cluster/index.ts'
import type { HTTPRequest, RequestText } from '../http/index.ts'
import type { Attributes, KubernetesVersion } from '../kube/index.ts'
import type { Diagnostic } from '../text/index.ts'
import type { RoleWriteHandler } from '../trace/index.ts'
import { runRoleWrite } from './play.ts'
import { sentObject } from './sent-object.ts'
import { storedRoles } from './stored.ts'
import { WriteBudget } from './write-budget.ts'
import { writeRequest } from './write-request.ts'

/** A request that writes a role or binding: its handler, and the diagnostics of its body. */
export interface ReadWrite {
  /** Absent where the body was not understood. */
  readonly write?: RoleWriteHandler
  /** Errors keep the request from being decided. A refusal of the API server is a warning. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Reads a request of a scenario that writes a role or binding. Undefined for every other request. */
export type RoleWriter = (
  request: HTTPRequest,
  /** The text of the request, for places in the body. */
  written: RequestText,
  attributes: Attributes,
) => ReadWrite | undefined

/**
 * Simulates kube-apiserver's handling of requests that write roles and bindings: its handlers, the checks for escalation of
 * `pkg/registry/rbac`, and the generic registry. The policy does not change. Admission is not simulated.
 */
export class RoleWriters {
  readonly #roles: ReturnType<typeof storedRoles>
  readonly #version: KubernetesVersion

  constructor(cluster: Cluster) {
    this.#roles = storedRoles(cluster.policy, cluster.defaultRoles, cluster.rights)
    this.#version = cluster.settings.version
  }

  /** The writer of one scenario, whose requests share a budget. */
  ofScenario(): RoleWriter {
    const roles = this.#roles
    const budget = new WriteBudget()
    return (request, written, attributes) => {
      const write = writeRequest(request, attributes, this.#version)
      if (write === undefined) return undefined
      const sent = sentObject(request, written, write, roles)
      const understood = sent.early ?? sent.late ?? sent.object
      return {
        ...(understood && {
          *write(user): ReturnType<RoleWriteHandler> {
            const written = yield* runRoleWrite({ write, roles, user, budget }, sent)
            return { ...written, ...(sent.names && { sent: sent.names }) }
          },
        }),
        diagnostics: sent.diagnostics,
      }
    }
  }
}
