/** The status of a SelfSubjectRulesReview, as the API server sends it. */
export interface ReviewStatus {
  readonly resourceRules: readonly ReviewRule[]
  readonly nonResourceRules: readonly ReviewRule[]
  readonly incomplete: boolean
  readonly evaluationError?: string
}

export interface ReviewRule {
  readonly verbs: readonly string[]
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly resourceNames?: readonly string[]
  readonly nonResourceURLs?: readonly string[]
}

/**
 * The review that kubectl received, from what it writes with `-v=10`: a hex dump of the protobuf
 * (`k8s.io/api/authorization/v1/generated.proto`). Undefined where there is none.
 */
export function reviewReceived(stderr: string): ReviewStatus | undefined {
  const at = stderr.lastIndexOf('"Response Body" body=<')
  if (at === -1) return undefined
  const [dump = ''] = stderr.slice(at).split('\n >', 1)
  const hex = [...dump.matchAll(/^\t[0-9a-f]{8} +((?:[0-9a-f]{2} +)+)\|/gm)].map(([, bytes = '']) => bytes).join('')
  const bytes = Buffer.from(hex.replaceAll(/ +/g, ''), 'hex')
  if (bytes.toString('latin1', 0, 4) !== 'k8s\0') return undefined
  // The envelope has the object in field 2; the review has its status in field 3.
  const status = fieldsOf(fieldsOf(fieldsOf(bytes.subarray(4)).get(2)?.[0]).get(3)?.[0])
  const [incomplete] = status.get(3) ?? []
  const [evaluationError] = textsOf(status, 4)
  return {
    resourceRules: (status.get(1) ?? []).map((one) => {
      const rule = fieldsOf(one)
      const [verbs, apiGroups, resources, resourceNames] = [1, 2, 3, 4].map((number) => textsOf(rule, number))
      return {
        verbs: verbs ?? [],
        apiGroups: apiGroups ?? [],
        resources: resources ?? [],
        resourceNames: resourceNames ?? [],
      }
    }),
    nonResourceRules: (status.get(2) ?? []).map((one) => {
      const rule = fieldsOf(one)
      return { verbs: textsOf(rule, 1), nonResourceURLs: textsOf(rule, 2) }
    }),
    incomplete: incomplete?.[0] === 1,
    ...(evaluationError !== undefined && evaluationError !== '' && { evaluationError }),
  }
}

type Fields = ReadonlyMap<number, readonly Buffer[]>

function textsOf(fields: Fields, number: number): readonly string[] {
  return (fields.get(number) ?? []).map((bytes) => bytes.toString('utf8'))
}

/** The fields of a protobuf message that has only varints of one byte, and values with a length. */
function fieldsOf(message: Buffer = Buffer.alloc(0)): Fields {
  const fields = new Map<number, Buffer[]>()
  for (let at = 0; at < message.length; ) {
    const tag = message.readUInt8(at++)
    let length = 1
    if ((tag & 7) === 2) {
      let shift = 0
      length = 0
      for (let byte = 0x80; byte >= 0x80; shift += 7) {
        byte = message.readUInt8(at++)
        length |= (byte & 0x7f) << shift
      }
    } else if ((tag & 7) !== 0) throw new Error(`a field of protobuf with the tag ${tag}`)
    const values = fields.get(tag >> 3) ?? []
    values.push(message.subarray(at, at + length))
    fields.set(tag >> 3, values)
    at += length
  }
  return fields
}
