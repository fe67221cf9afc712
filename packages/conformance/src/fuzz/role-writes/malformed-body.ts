import type { Random } from '@authz-playground/engine/internal/vectors'

/**
 * A body that mostly no decoder reads: truncated, with an extra character, or of another shape. Not several documents:
 * in a patch the playground reads none of them, and the API server the first.
 */
export function malformedBody(random: Random, body: string): string {
  const at = random.between(1, Math.max(body.length - 1, 1))
  return random.weighted<string>([
    [3, body.slice(0, at)],
    [2, body.slice(0, at) + random.pick(['}', ']', ',', ':', '"', '\\', '\t', '{', 'é', '\u0007']) + body.slice(at)],
    [2, body.slice(0, at) + body.slice(at + 1)],
    [1, `${body}${random.pick([' x', '{}', ']'])}`],
    [1, random.pick(['[]', 'x', '"text"', '3', 'null', '{', '[1,', 'true', '-', "{'a': 1}"])],
    [
      2,
      body.replace(
        /"(rules|subjects|metadata|verbs|name|kind|apiVersion)":/,
        (key) => `${key}${random.pick(WRONG)},"x":`,
      ),
    ],
  ])
}

/** Values that almost no field accepts. */
const WRONG = ['3', 'true', '"text"', '["a"]', '{"a":1}', '[[]]', '1.5'] as const
