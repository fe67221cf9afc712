import type { ReadChange } from '../changes/index.ts'
import { attributesOf, type HTTPRequest, type ReadRequest, type RequestText } from '../http/index.ts'
import { type Attributes, type UserInfo, userInfo } from '../kube/index.ts'
import type { ReadWrite, RoleWriter } from '../role-writes/index.ts'
import { BeyondLimit } from '../text/index.ts'
import { beyondLimit } from './problems.ts'
import type { SentRequest } from './scenario.ts'

/** Reads the bodies of the requests of one scenario. */
export interface BodyReaders {
  /** Computes the changes that a request makes. Absent where the design does not need them. */
  readonly change?: (request: HTTPRequest, written: RequestText, attributes: Attributes) => ReadChange
  readonly write: RoleWriter
}

/** A request to the server, as it was read. Its body is read when that is asked for, once. */
export class ServerRequest {
  readonly requestor: UserInfo
  #change: ReadChange | undefined
  #write: ReadWrite | undefined

  constructor(
    readonly sent: SentRequest,
    readonly read: ReadRequest,
    readonly bodies: BodyReaders,
  ) {
    this.requestor = userInfo(sent.requestor)
  }

  /** One of the requests of the same command. */
  with(request: HTTPRequest): ServerRequest {
    return request === this.read.request ? this : new ServerRequest(this.sent, { ...this.read, request }, this.bodies)
  }

  /** The changes that it makes. Undefined where the design does not need them. */
  get change(): ReadChange | undefined {
    this.#change ??= this.#ofBody(this.bodies.change)
    return this.#change
  }

  /** The role or binding that it writes. Undefined where it writes none. */
  get write(): ReadWrite | undefined {
    this.#write ??= this.#withinLimit(() => this.#ofBody(this.bodies.write))
    return this.#write
  }

  #ofBody<Read>(reader: ((...of: Parameters<RoleWriter>) => Read | undefined) | undefined): Read | undefined {
    const { request } = this.read
    if (reader === undefined || request === undefined) return undefined
    const attributes = attributesOf(request, this.requestor)
    return attributes.ok ? reader(request, this.sent.request, attributes.attributes) : undefined
  }

  #withinLimit(read: () => ReadWrite | undefined): ReadWrite | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof BeyondLimit)) throw error
      return { diagnostics: [beyondLimit(error, this.sent.request)] }
    }
  }
}
