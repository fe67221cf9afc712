import { describe, expect, it } from 'vitest'
import { manifestsAmong } from './manifest-files.ts'

const leftOut = (...paths: string[]) => manifestsAmong(paths).leftOut.map(({ path, fix }) => `${path}: ${fix}`)

describe('the files of a folder', () => {
  it('are read around those of kustomize', () => {
    const paths = ['rbac/kustomization.yaml', 'rbac/role.yaml', 'rbac/sub/kustomization.yml']
    expect(manifestsAmong(paths).manifests).toEqual(['rbac/role.yaml'])
    expect(leftOut(...paths)).toEqual([
      'rbac/kustomization.yaml: Use the output of kubectl kustomize rbac/ instead.',
      'rbac/sub/kustomization.yml: Use the output of kubectl kustomize rbac/sub/ instead.',
    ])
  })

  it('are read around those of a chart, whose templates are one warning', () => {
    const paths = [
      'x/Chart.yaml',
      'x/crds/a.yaml',
      'x/templates/a.yaml',
      'x/templates/more/b.yaml',
      'x/values-prod.yaml',
      'x/values.schema.json',
      'x/values.yaml',
    ]
    expect(manifestsAmong(paths).manifests).toEqual(['x/crds/a.yaml'])
    expect(leftOut(...paths)).toEqual([
      'x/Chart.yaml: Use the output of helm template x/ instead.',
      'x/templates/: Use the output of helm template x/ instead.',
      'x/values-prod.yaml: Use the output of helm template x/ instead.',
      'x/values.schema.json: Use the output of helm template x/ instead.',
      'x/values.yaml: Use the output of helm template x/ instead.',
    ])
    expect(manifestsAmong(paths).leftOut.map(({ severity }) => severity)).toEqual([
      'note',
      'warning',
      'note',
      'note',
      'note',
    ])
  })

  it('are read around goals', () => {
    const paths = ['rbac/goals.yaml', 'rbac/goals-reader.yaml', 'rbac/my.goals.json', 'rbac/team/goals.yml']
    expect(manifestsAmong(paths).manifests).toEqual(['rbac/goals-reader.yaml'])
    expect(leftOut(...paths)).toEqual([
      'rbac/goals.yaml: Run authz-playground check rbac/goals.yaml to judge them.',
      'rbac/my.goals.json: Run authz-playground check rbac/my.goals.json to judge them.',
      'rbac/team/goals.yml: Run authz-playground check rbac/team/goals.yml to judge them.',
    ])
  })

  it('are read around designs', () => {
    const paths = ['rbac/reads-as.design.yaml', 'rbac/design-reader.yaml']
    expect(manifestsAmong(paths).manifests).toEqual(['rbac/design-reader.yaml'])
    expect(leftOut(...paths)).toEqual([
      'rbac/reads-as.design.yaml: Run authz-playground check rbac/reads-as.design.yaml to judge it, or let it decide by --design rbac/reads-as.design.yaml.',
    ])
  })

  it('are all read without such files', () => {
    const paths = ['templates/a.yaml', 'values-prod.yaml', 'my-kustomization.yaml', 'chart.json']
    expect(manifestsAmong(paths)).toEqual({ manifests: paths, leftOut: [] })
  })
})
