module authz-playground.dev/cluster

go 1.26.0
