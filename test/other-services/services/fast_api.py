# The same three operations with FastAPI, as its tutorial would have them.
import sys
import uuid
from typing import Annotated

import uvicorn
from fastapi import APIRouter, Depends, FastAPI, HTTPException, Query
from fastapi.security import APIKeyHeader
from pydantic import BaseModel


class NewPet(BaseModel):
    name: str
    tag: str | None = None


class Pet(NewPet):
    id: str


def pet_of(name: str, tag: str | None) -> Pet:
    return Pet(name=name, tag=tag, id=str(uuid.uuid4()))


pets = [pet_of("Alba", "cat"), pet_of("Bruno", None), pet_of("Cleo", "dog"), pet_of("Dora", None)]
key = APIKeyHeader(name="X-API-Key")
router = APIRouter(prefix="/v2", dependencies=[Depends(key)])


@router.get("/pets")
def list_pets(limit: Annotated[int, Query(ge=0)] = 100) -> list[Pet]:
    return pets[:limit]


@router.get("/pets/{pet_id}")
def get_pet(pet_id: str) -> Pet:
    for pet in pets:
        if pet.id == pet_id:
            return pet
    raise HTTPException(status_code=404, detail="Pet not found")


@router.post("/pets", status_code=201)
def create_pet(new: NewPet) -> Pet:
    pet = pet_of(new.name, new.tag)
    pets.append(pet)
    return pet


app = FastAPI()
app.include_router(router)
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="warning")
