from workflow.server.schemas.core import Flow, FlowRun

__all__ = ["Flow", "FlowRun"]
