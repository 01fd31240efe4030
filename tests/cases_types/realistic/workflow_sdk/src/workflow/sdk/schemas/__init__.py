from workflow.sdk.schemas.core import Flow, FlowRun

__all__ = ["Flow", "FlowRun"]
