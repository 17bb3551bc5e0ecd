// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {TestToken} from "../../src/test-tokens/TestToken.sol";

/// @dev Returns `false` and moves nothing.
contract FalseToken is TestToken("False", "FALSE", 18) {
    function transferFrom(address, address, uint256) public pure override returns (bool) {
        return false;
    }
}

/// @dev Returns `true` and moves nothing.
contract NoTransferToken is TestToken("Lie", "LIE", 18) {
    function transferFrom(address, address, uint256) public pure override returns (bool) {
        return true;
    }
}

/// @dev Burns one unit of every transfer.
contract FeeToken is TestToken("Fee", "FEE", 18) {
    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        super.transferFrom(from, to, amount);
        _burn(to, 1);
        return true;
    }
}

/// @dev Credits the recipient with one unit too many.
contract BonusToken is TestToken("Bonus", "BONUS", 18) {
    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        _mint(to, 1);
        return super.transferFrom(from, to, amount);
    }
}

/// @dev Burns the amount from the recipient instead of crediting it.
contract RecipientBurningToken is TestToken("Thief", "THIEF", 18) {
    function transferFrom(address, address to, uint256 amount) public override returns (bool) {
        _burn(to, amount);
        return true;
    }
}

/// @dev Moves the amount and returns `true` followed by 100 kB.
contract LongReturnToken is TestToken("Talk", "TALK", 18) {
    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        super.transferFrom(from, to, amount);
        assembly {
            mstore(0, 1)
            return(0, 100000)
        }
    }
}

/// @dev Reverts with as much data as its gas allows.
contract RevertBombToken is TestToken("Bomb", "BOMB", 18) {
    function transferFrom(address, address, uint256) public pure override returns (bool) {
        assembly {
            revert(0, 400000)
        }
    }
}

/// @dev Burns all its gas.
contract GasBurningToken is TestToken("Endless", "ENDLESS", 18) {
    function transferFrom(address, address, uint256) public pure override returns (bool) {
        while (true) {}
        return true;
    }
}

/// @dev Needs nearly all the gas of a payment and records the gas it got.
contract GasDemandingToken is TestToken("Hungry", "HUNGRY", 18) {
    uint256 public gasGiven;

    error NotEnoughGas(uint256 gas);

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        gasGiven = gasleft();
        if (gasGiven < 400_000) revert NotEnoughGas(gasGiven);
        return super.transferFrom(from, to, amount);
    }
}

interface IHolder {
    function beforeSending() external;
    function afterReceiving() external;
}

/// @dev Calls the sender before and the recipient after each transfer, as ERC-777 does.
contract HookToken is ERC20("Hook", "HOOK") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        if (from.code.length != 0) IHolder(from).beforeSending();
        super.transferFrom(from, to, amount);
        if (to.code.length != 0) IHolder(to).afterReceiving();
        return true;
    }
}
