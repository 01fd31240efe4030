package types

type UID string
