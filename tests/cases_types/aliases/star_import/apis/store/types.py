from apis.store.v1.types import *  # noqa: F403
