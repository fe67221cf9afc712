import { expect, it } from 'vitest'
import { withDroppedFiles } from './dropped-manifest.ts'

it('puts dropped files in the place of those that a command names', () => {
  expect(withDroppedFiles('kubectl apply -f web.yaml -n prod', ['a: 1', 'b: 2\n'])).toBe(
    "kubectl apply -n prod -f - <<'EOF'\na: 1\n---\nb: 2\nEOF",
  )
  expect(withDroppedFiles('kubectl get pods', ['a: 1'])).toBeUndefined()
  expect(withDroppedFiles('kubectl logs -f web', ['a: 1'])).toBeUndefined()
})
